/** Where a static copy was opened as a file, it says how to serve it: browsers run no modules from files. */
if (location.protocol === "file:") {
  document.addEventListener("DOMContentLoaded", () => {
    for (const sentence of document.querySelectorAll<HTMLElement>(".as-file")) sentence.hidden = false;
  });
}

export {};
