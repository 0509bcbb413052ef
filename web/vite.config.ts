import { defineConfig } from "vite";

/** The build goes into the Python package. File names are fixed: the server sends ETags, and a difference of the
 *  committed build stays readable. */
export default defineConfig({
  base: "/static/",
  build: {
    outDir: "../src/sprague/web/static",
    emptyOutDir: true,
    modulePreload: false,
    assetsInlineLimit: 0,
    target: "es2022",
    cssCodeSplit: false,
    rollupOptions: {
      output: { entryFileNames: "page.js", assetFileNames: "page[extname]", inlineDynamicImports: true },
    },
  },
});
