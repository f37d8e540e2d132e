/** The part of the client's file that does not depend on the document: a class that requests tokens and calls the API. */
export const runtime = `
/** A response with an error status; \`problem\` is its body. */
export class WellportError extends Error {
  readonly status: number;
  readonly problem: unknown;

  constructor(status: number, problem: unknown) {
    super(\`The request failed with \${status}.\`);
    this.status = status;
    this.problem = problem;
  }
}

type Given<Part, Name extends string> = undefined extends Part ? { [Key in Name]?: Part } : { [Key in Name]: Part };
type Input<Name extends keyof Requests> = Given<Requests[Name]['params'], 'params'> &
  Given<Requests[Name]['query'], 'query'> &
  Given<Requests[Name]['body'], 'body'>;

interface Parts {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

interface Settings {
  /** The address of the portal, such as https://portal.example. */
  address: string;
  clientId: string;
  clientSecret: string;
}

/** Calls the API with a token of its client, which it requests and renews. */
export class WellportClient {
  readonly #settings: Settings;
  #token: string | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  async call<Name extends keyof Requests>(name: Name, input: Input<Name>): Promise<Requests[Name]['response']> {
    const isFirstToken = this.#token === undefined;
    let response = await this.#send(name, input as Parts);
    if (response.status === 401 && !isFirstToken) {
      // the token has expired
      this.#token = undefined;
      response = await this.#send(name, input as Parts);
    }
    return (await contentOf(response)) as Requests[Name]['response'];
  }

  async #send(name: string, { params = {}, query = {}, body }: Parts): Promise<Response> {
    const [method = 'GET', path = ''] = name.split(' ');
    const url = new URL(
      this.#settings.address + '/api' + path.replace(/{(\\w+)}/g, (_, key: string) => encodeURIComponent(String(params[key]))),
    );
    for (const [key, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.append(key, String(value));
    this.#token ??= await this.#newToken();
    return fetch(url, {
      method,
      headers: {
        'wellport-version': apiVersion,
        authorization: \`Bearer \${this.#token}\`,
        ...(body !== undefined && { 'content-type': mediaTypes[name] ?? 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  async #newToken(): Promise<string> {
    const { address, clientId, clientSecret } = this.#settings;
    const fields = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const response = await fetch(address + '/api/oauth/token', { method: 'POST', body: new URLSearchParams(fields) });
    return ((await contentOf(response)) as { access_token: string }).access_token;
  }
}

async function contentOf(response: Response): Promise<unknown> {
  const text = await response.text();
  const content: unknown = text === '' ? undefined : JSON.parse(text);
  if (!response.ok) throw new WellportError(response.status, content);
  return content;
}
`;
