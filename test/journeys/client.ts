export class Client {
  readonly #address: string;
  #token = '';

  constructor(address: string) {
    this.#address = address;
  }

  async signIn(email: string, password: string): Promise<this> {
    const { tokens } = await this.must('POST', '/user/login', { userName: email, password });
    this.#token = tokens.accessToken;
    return this;
  }

  async send(method: string, path: string, body?: unknown): Promise<{ status: number; body: Answered }> {
    const response = await fetch(`${this.#address}/api${path}`, {
      method,
      headers: {
        ...(this.#token && { authorization: `Bearer ${this.#token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  }

  async bytes(path: string): Promise<Uint8Array> {
    const headers = { authorization: `Bearer ${this.#token}` };
    return new Uint8Array(await (await fetch(`${this.#address}/api${path}`, { headers })).arrayBuffer());
  }

  /** Returns the body of a successful response; throws on any other status. */
  async must(method: string, path: string, body?: unknown): Promise<Answered> {
    const answer = await this.send(method, path, body);
    if (answer.status !== 200)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
}

// oxlint-disable-next-line typescript/no-explicit-any -- JSON on the wire, which tests access freely
type Answered = any;
