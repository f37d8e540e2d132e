export { Hono } from 'hono';
