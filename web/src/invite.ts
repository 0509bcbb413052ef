/** The link of an activity, with its QR code. */
import { button, code, h } from "./dom";
import { qrCode } from "./qr";
import { between, t } from "./text";
import { isSite } from "./where";

/** `address` is what the link opens, on this server. */
export function invite(address: string): HTMLElement {
  const link = location.origin + address;
  const copied = h("span", { class: "quiet", role: "status" });
  const alone = !isSite && /^(localhost|127\.|\[::1\])/.test(location.hostname);
  return h(
    "section",
    { class: "invite" },
    h("h2", {}, t("Open this activity")),
    alone
      ? h(
          "div",
          { class: "alone" },
          h("p", {}, t("Other devices cannot open this link: it leads to this machine only. So that they can:")),
          h(
            "ol",
            {},
            h(
              "li",
              {},
              t("Stop the server (Ctrl-C), and start it with:"),
              between(),
              code("sprague serve --host 0.0.0.0"),
            ),
            h(
              "li",
              {},
              t(
                "Open the page, here too, at the address that it then names for other devices. This code will lead there.",
              ),
            ),
          ),
        )
      : null,
    h(
      "div",
      { class: "carried" },
      qrCode(link, t("QR code of the link")),
      h(
        "div",
        {},
        h("p", {}, h("a", { href: link, translate: "no" }, link)),
        h(
          "div",
          { class: "tools" },
          button(t("Larger code"), () => large(link)),
          button(
            t("Copy the link"),
            () =>
              void (async () => {
                try {
                  await navigator.clipboard.writeText(link);
                  copied.textContent = t("Copied.");
                } catch {
                  copied.textContent = t("Your browser does not let the page copy: mark the link above.");
                }
              })(),
          ),
          copied,
        ),
      ),
    ),
  );
}

/** The code over the whole window, to be read from the last row. */
function large(link: string): void {
  const close = button(t("Close"), () => dialog.close(), { class: "primary" });
  const dialog = h(
    "dialog",
    { class: "large", "aria-label": t("QR code of the link"), onclose: () => dialog.remove() },
    qrCode(link, t("QR code of the link")),
    h("p", { translate: "no" }, link),
    close,
  );
  document.body.append(dialog);
  dialog.showModal();
}
