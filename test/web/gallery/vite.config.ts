import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Serves the gallery of components; no part of the product's build. */
export default defineConfig({
  root: import.meta.dirname,
  cacheDir: '../../../node_modules/.vite/gallery',
  plugins: [react()],
  build: { outDir: '../../../dist/gallery', emptyOutDir: true },
  logLevel: 'warn',
});
