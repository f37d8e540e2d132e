import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { amplifyCss } from '../../../web/theme/amplify-css.ts';

/** The steps of the enrollment by themselves; no part of the product's build. */
export default defineConfig({
  root: import.meta.dirname,
  cacheDir: '../../../.local/enrollment-gallery',
  plugins: [react(), amplifyCss()],
  build: { outDir: '../../../dist/enrollment-gallery', emptyOutDir: true },
  logLevel: 'warn',
});
