import type { IncomingMessage, Server, ServerResponse } from 'node:http';

// Parts of Vite in use; its own types include those of Rolldown, Lightning CSS, and PostCSS.
interface DevelopmentServer {
  middlewares(request: IncomingMessage, response: ServerResponse): void;
  ssrLoadModule(path: string): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

export declare function createServer(config: {
  configFile: string;
  server: { middlewareMode: true; hmr: { server: Server }; fs: { allow: string[] } };
}): Promise<DevelopmentServer>;
