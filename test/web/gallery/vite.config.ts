import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { amplifyCss } from '../../../web/theme/amplify-css.ts';

export default defineConfig({
  root: import.meta.dirname,
  cacheDir: '../../../.local/gallery',
  // React's development checks, whose warnings fail the tests (open.ts)
  define: { 'process.env.NODE_ENV': JSON.stringify('development') },
  plugins: [react(), amplifyCss()],
  server: { host: '127.0.0.1', fs: { strict: false } },
  build: { outDir: '../../../dist/gallery', emptyOutDir: true },
  logLevel: 'warn',
});
