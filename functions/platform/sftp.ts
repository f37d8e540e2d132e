import { createHash } from 'node:crypto';
import { Client, type SFTPWrapper } from 'ssh2';

/** A server, its pinned host key (`SHA256:…`, as in ssh-keygen -lf), and our credentials. */
interface SftpServer {
  host: string;
  port: number;
  user: string;
  hostKey: string;
  privateKey: string;
}

/** The server presented another host key; no credentials were sent. */
export class OtherHostKey extends Error {
  constructor(fingerprint: string) {
    super(`the SFTP server presented another host key: ${fingerprint}`);
  }
}

const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;

/** SFTP operations; a missing file is undefined, other errors are thrown. */
export interface SftpSession {
  read: (name: string) => Promise<Buffer | undefined>;
  /** Creates a new file. */
  create: (name: string, text: string) => Promise<void>;
  /** Never replaces an existing file. */
  rename: (from: string, to: string) => Promise<void>;
  remove: (name: string) => Promise<void>;
  list: (folder: string) => Promise<{ name: string; size: number; changedAt: number }[]>;
}

/**
 * Runs an operation in one SFTP session with a pinned host key, then closes it. The abort signal closes the
 * connection, so that nothing is sent afterwards.
 */
export async function withSftp<Result>(
  server: SftpServer,
  signal: AbortSignal,
  work: (session: SftpSession) => Promise<Result>,
): Promise<Result> {
  const client = new Client();
  const cut = new Promise<never>((_, reject) => {
    const end = (error: Error) => {
      client.destroy();
      reject(error);
    };
    signal.addEventListener('abort', () => end(new Error('the SFTP server did not respond in time')));
    client.on('error', end);
    client.on('close', () => end(new Error('the SFTP server closed the connection')));
  });
  cut.catch(() => undefined);
  try {
    const sftp = await Promise.race([connected(client, server), cut]);
    return await Promise.race([work(sessionOf(sftp)), cut]);
  } finally {
    client.end();
    client.destroy();
  }
}

const connected = (client: Client, { host, port, user, hostKey, privateKey }: SftpServer) =>
  new Promise<SFTPWrapper>((resolve, reject) => {
    client.on('ready', () => client.sftp((error, sftp) => (error ? reject(error) : resolve(sftp))));
    client.connect({
      host,
      port,
      username: user,
      privateKey,
      // the abort signal is the only timeout
      readyTimeout: 0,
      hostVerifier: (key: Buffer) => {
        const fingerprint = fingerprintOf(key);
        if (fingerprint !== hostKey) reject(new OtherHostKey(fingerprint));
        return fingerprint === hostKey;
      },
    });
  });

const noSuchFile = 2;

type Callback<Value> = (error: Error | null | undefined, value: Value) => void;

const request = <Value>(ask: (callback: Callback<Value>) => void): Promise<Value> =>
  new Promise((resolve, reject) => ask((error, value) => (error ? reject(error) : resolve(value))));

const sessionOf = (sftp: SFTPWrapper): SftpSession => ({
  read: (name) =>
    request<Buffer>((callback) => sftp.readFile(name, callback)).catch((error: unknown) => {
      if ((error as { code?: unknown }).code === noSuchFile) return undefined;
      throw error;
    }),
  create: (name, text) =>
    request<void>((callback) =>
      sftp.writeFile(name, Buffer.from(text, 'latin1'), { flag: 'wx' }, (error) =>
        callback(error, undefined),
      ),
    ),
  rename: (from, to) =>
    request<void>((callback) => sftp.rename(from, to, (error) => callback(error, undefined))),
  remove: (name) => request<void>((callback) => sftp.unlink(name, (error) => callback(error, undefined))),
  list: async (folder) => {
    const files = await request((callback: Callback<{ filename: string; attrs: Stated }[]>) =>
      sftp.readdir(folder, callback),
    );
    return files
      .filter(({ attrs }) => attrs.isFile())
      .map(({ filename, attrs }) => ({ name: filename, size: attrs.size, changedAt: attrs.mtime }));
  },
});

interface Stated {
  size: number;
  mtime: number;
  isFile: () => boolean;
}
