export { publicPages } from '../web/app/public-pages.ts';
