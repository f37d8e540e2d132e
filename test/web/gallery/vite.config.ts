import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { amplifyCss } from '../../../web/theme/amplify-css.ts';

export default defineConfig({
  root: import.meta.dirname,
  cacheDir: '../../../.local/gallery',
  plugins: [react(), amplifyCss()],
  server: { host: '127.0.0.1', fs: { strict: false } },
  build: { outDir: '../../../dist/gallery', emptyOutDir: true },
  logLevel: 'warn',
});
