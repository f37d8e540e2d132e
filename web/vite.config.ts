import react from '@vitejs/plugin-react';
import { resolve } from 'node:path';
import { defineConfig } from 'vite';

export default defineConfig({
  root: resolve(import.meta.dirname),
  cacheDir: resolve(import.meta.dirname, '../node_modules/.vite'),
  plugins: [react()],
  build: { outDir: resolve(import.meta.dirname, '../dist/web'), emptyOutDir: true, sourcemap: false },
  appType: 'spa',
});
