// Parts of Hono in use; its own types infer every route, which slows down type checks.
type Answer = Response | Promise<Response>;

export interface Context {
  req: {
    raw: Request;
    url: string;
    method: string;
    header(): Record<string, string>;
    header(name: string): string | undefined;
    query(name: string): string | undefined;
    param(): Record<string, string>;
    param(name: string): string;
    text(): Promise<string>;
    arrayBuffer(): Promise<ArrayBuffer>;
  };
  html(text: string, status?: number): Response;
  text(text: string, status?: number): Response;
  json(value: unknown, status?: number): Response;
  redirect(address: string, status?: number): Response;
  notFound(): Answer;
}

type Handler = (context: Context) => Answer;

export declare class Hono {
  basePath(path: string): Hono;
  get(path: string, handler: Handler): Hono;
  post(path: string, handler: Handler): Hono;
  all(path: string, handler: Handler): Hono;
  on(method: string, path: string, handler: Handler): Hono;
  notFound(handler: Handler): Hono;
  onError(handler: (error: Error, context: Context) => Answer): Hono;
  route(path: string, app: Hono): Hono;
  request(path: string, init?: RequestInit): Answer;
  readonly fetch: (request: Request) => Answer;
}
