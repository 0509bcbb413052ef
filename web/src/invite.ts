/** The link of an activity, with its QR code. */
import { button, h } from "./dom";
import { qrCode } from "./qr";
import { t } from "./text";
import { isSite } from "./where";

/** `address` is what the link opens, on this server. */
export function invite(address: string): HTMLElement {
  const link = location.origin + address;
  const copied = h("span", { class: "quiet", role: "status" });
  const alone = !isSite && /^(localhost|127\.|\[::1\])/.test(location.hostname);
  return h("section", { class: "invite" }, h("h2", {}, t("Open this activity")),
    qrCode(link, t("QR code of the link")), h("p", {}, h("a", { href: link, translate: "no" }, link)),
    alone ? h("p", { class: "quiet" }, t("Only this machine can open this link. For other devices start the server with: sprague serve --host 0.0.0.0, and open the page by this machine's address.")) : null,
    h("div", { class: "tools" }, button(t("Copy the link"), () => void (async () => {
      try {
        await navigator.clipboard.writeText(link);
        copied.textContent = t("Copied.");
      } catch {
        copied.textContent = t("Your browser does not let the page copy: mark the link above.");
      }
    })()), copied));
}
