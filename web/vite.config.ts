import react from '@vitejs/plugin-react';
import { resolve } from 'node:path';
import { defineConfig } from 'vite';

export default defineConfig({
  root: resolve(import.meta.dirname),
  cacheDir: resolve(import.meta.dirname, '../node_modules/.vite'),
  plugins: [react()],
  optimizeDeps: {
    // known from the start, so that no page has to wait for a second round, or reload
    include: [
      'react',
      'react-dom/client',
      'react/jsx-dev-runtime',
      'react-router-dom',
      'react-hook-form',
      '@hookform/resolvers/zod',
      'swr',
      'swr/infinite',
      'zod',
      '@aws-amplify/ui-react',
      'aws-amplify',
      'aws-amplify/auth',
    ],
  },
  build: { outDir: resolve(import.meta.dirname, '../dist/web'), emptyOutDir: true, sourcemap: false },
  appType: 'spa',
});
