import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching';

// The service worker of the member area: it keeps the page of the access pass, and nothing else. The build puts the
// files of that page in (infra/build/build.ts).
declare const passFiles: { url: string; revision: string | null }[];

cleanupOutdatedCaches();
precacheAndRoute(passFiles);
