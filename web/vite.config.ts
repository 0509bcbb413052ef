import { defineConfig } from "vite";

/** Three builds into the Python package: the page, (mode "widget") its board as one module for notebooks, and (mode
 *  "site") what only a static copy of the page has: the engine's worker, the service worker, a sentence for files. File
 *  names are fixed: the server sends ETags, and a difference of the committed build stays readable. */
export default defineConfig(({ mode }) => {
  const widget = mode === "widget";
  const site = mode === "site";
  return {
    base: "/static/",
    // The faces lie beside the style sheet, wherever a proxy or a static copy puts both.
    experimental: { renderBuiltUrl: (_, { hostType }) => (hostType === "css" ? { relative: true } : undefined) },
    publicDir: widget || site ? false : "public",
    build: {
      outDir: "../src/sprague/web/static",
      emptyOutDir: !widget && !site,
      modulePreload: false,
      assetsInlineLimit: 0,
      target: "es2022",
      cssCodeSplit: false,
      rollupOptions: {
        input: site
          ? ["engine", "offline", "opened"].map((name) => `src/site/${name}.ts`)
          : widget
            ? "src/widget.ts"
            : "index.html",
        preserveEntrySignatures: widget ? ("strict" as const) : (false as const),
        output: {
          entryFileNames: site ? "[name].js" : widget ? "widget.js" : "page.js",
          assetFileNames: "page[extname]",
          inlineDynamicImports: !site,
        },
      },
    },
  };
});
