import react from '@vitejs/plugin-react';
import { resolve } from 'node:path';
import { defineConfig } from 'vite';
import { mapFiles } from './facilities/map/map-files.ts';
import { codeSplitting } from './app/code-splitting.ts';
import { amplifyCss } from './theme/amplify-css.ts';

export default defineConfig(({ isSsrBuild }) => ({
  root: resolve(import.meta.dirname),
  // of this checkout: a linked node_modules serves several
  cacheDir: resolve(import.meta.dirname, '../.local/vite'),
  plugins: [react(), amplifyCss(), mapFiles()],
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
      'aws-amplify/auth/cognito',
      'aws-amplify/utils',
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
    // one sheet of 15 KB: a page that was drawn has all its styles at the first paint, whichever page it is
    cssCodeSplit: false,
    rolldownOptions: { output: isSsrBuild ? {} : { codeSplitting } },
  },
  appType: 'spa',
}));
