export { publicPages } from '../../web/routes/public-pages.ts';
