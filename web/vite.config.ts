import react from '@vitejs/plugin-react';
import { resolve } from 'node:path';
import { defineConfig } from 'vite';
import { mapFiles } from './facilities/map/map-files.ts';
import { codeSplitting } from './app/code-splitting.ts';
import { legalMarkdown } from './site/legal/legal-markdown.ts';
import { amplifyCss } from './theme/amplify-css.ts';

export default defineConfig(({ isSsrBuild }) => ({
  root: resolve(import.meta.dirname),
  // in this checkout, because several can share a linked node_modules
  cacheDir: resolve(import.meta.dirname, '../.local/vite'),
  plugins: [react(), amplifyCss(), mapFiles(), legalMarkdown()],
  optimizeDeps: {
    // prebundled, so that no page waits for another optimization or reloads
    include: [
      'react',
      'react-dom/client',
      'react/jsx-dev-runtime',
      'react-router-dom',
      'react-hook-form',
      '@hookform/resolvers/zod',
      'swr',
      'zod',
      '@aws-amplify/ui-react',
      'leaflet',
      'supercluster',
      'geojson-vt',
      'topojson-client',
      '@vis.gl/react-google-maps',
    ],
  },
  build: {
    outDir: resolve(import.meta.dirname, '../dist/web'),
    emptyOutDir: true,
    sourcemap: false,
    // one 15 KB sheet: prerendered pages have all styles at the first paint
    cssCodeSplit: false,
    rolldownOptions: { output: isSsrBuild ? {} : { codeSplitting } },
  },
  appType: 'spa',
}));
