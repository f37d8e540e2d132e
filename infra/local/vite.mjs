export { createServer } from 'vite';
