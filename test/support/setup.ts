import { randomUUID } from 'node:crypto';

// before any module of the portal is loaded: this file's own table
process.env.TABLE_NAME = `wellport-${randomUUID()}`;
