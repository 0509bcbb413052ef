import tseslint from "typescript-eslint";

/** The rules of typescript-eslint that need types, too: a promise that nobody waits for is a fault of a page. */
export default tseslint.config(
  { ignores: ["src/types.ts"] },
  ...tseslint.configs.recommendedTypeChecked,
  { languageOptions: { parserOptions: { projectService: true } } },
  {
    rules: {
      // The interfaces of the page are plain objects of functions; none of their methods uses `this`.
      "@typescript-eslint/unbound-method": "off",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
    },
  },
  { files: ["*.js", "vite.config.ts"], ...tseslint.configs.disableTypeChecked },
);
