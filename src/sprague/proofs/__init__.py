"""Certificates and proofs, and the small separate programs that check them."""
