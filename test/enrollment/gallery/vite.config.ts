import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { amplifyCss } from '../../../web/theme/amplify-css.ts';

export default defineConfig({
  root: import.meta.dirname,
  cacheDir: '../../../.local/enrollment-gallery',
  plugins: [react(), amplifyCss()],
  build: { outDir: '../../../dist/enrollment-gallery', emptyOutDir: true },
  logLevel: 'warn',
});
