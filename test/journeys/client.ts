/** The portal's API as a program would call it, for the many people beside the one in the browser. */
export class Client {
  readonly #address: string;
  #token = '';

  constructor(address: string) {
    this.#address = address;
  }

  async signIn(email: string, password: string): Promise<this> {
    const answer = await fetch(`${this.#address}/local/cognito/`, {
      method: 'POST',
      headers: { 'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth' },
      body: JSON.stringify({
        AuthFlow: 'USER_PASSWORD_AUTH',
        ClientId: 'wellport-web',
        AuthParameters: { USERNAME: email, PASSWORD: password },
      }),
    });
    const { AuthenticationResult } = (await answer.json()) as { AuthenticationResult?: { IdToken: string } };
    if (!AuthenticationResult) throw new Error(`${email} cannot sign in: ${answer.status}`);
    this.#token = AuthenticationResult.IdToken;
    return this;
  }

  /** Calls and gives status and JSON. */
  async send(method: string, path: string, body?: unknown): Promise<{ status: number; body: Answered }> {
    const answer = await fetch(`${this.#address}/api${path}`, {
      method,
      headers: {
        ...(this.#token && { authorization: `Bearer ${this.#token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return { status: answer.status, body: await answer.json() };
  }

  /** The bytes of a download. */
  async bytes(path: string): Promise<Uint8Array> {
    const headers = { authorization: `Bearer ${this.#token}` };
    return new Uint8Array(await (await fetch(`${this.#address}/api${path}`, { headers })).arrayBuffer());
  }

  /** Calls what must go well. */
  async must(method: string, path: string, body?: unknown): Promise<Answered> {
    const answer = await this.send(method, path, body);
    if (answer.status !== 200)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
}

// oxlint-disable-next-line typescript/no-explicit-any -- the wire's JSON, which the test looks into freely
type Answered = any;
