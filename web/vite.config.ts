import { defineConfig } from "vite";

/** Two builds into the Python package: the page, and (mode "widget") its board as one module for notebooks. File
 *  names are fixed: the server sends ETags, and a difference of the committed build stays readable. */
export default defineConfig(({ mode }) => {
  const widget = mode === "widget";
  return {
    base: "/static/",
    publicDir: widget ? false : "public",
    build: {
      outDir: "../src/sprague/web/static",
      emptyOutDir: !widget,
      modulePreload: false,
      assetsInlineLimit: 0,
      target: "es2022",
      cssCodeSplit: false,
      rollupOptions: {
        input: widget ? "src/widget.ts" : "index.html",
        preserveEntrySignatures: widget ? ("strict" as const) : (false as const),
        output: {
          entryFileNames: widget ? "widget.js" : "page.js",
          assetFileNames: "page[extname]",
          inlineDynamicImports: true,
        },
      },
    },
  };
});
