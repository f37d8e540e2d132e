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
  constructor(shown: string) {
    super(`the SFTP server presented another host key: ${shown}`);
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
    const end = (problem: Error) => {
      client.destroy();
      reject(problem);
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
    client.on('ready', () => client.sftp((problem, sftp) => (problem ? reject(problem) : resolve(sftp))));
    client.connect({
      host,
      port,
      username: user,
      privateKey,
      // the abort signal is the only timeout
      readyTimeout: 0,
      hostVerifier: (key: Buffer) => {
        const shown = fingerprintOf(key);
        if (shown !== hostKey) reject(new OtherHostKey(shown));
        return shown === hostKey;
      },
    });
  });

const noSuchFile = 2;

type Answer<Value> = (problem: Error | null | undefined, value: Value) => void;

const request = <Value>(ask: (answer: Answer<Value>) => void): Promise<Value> =>
  new Promise((resolve, reject) => ask((problem, value) => (problem ? reject(problem) : resolve(value))));

const sessionOf = (sftp: SFTPWrapper): SftpSession => ({
  read: (name) =>
    request<Buffer>((answer) => sftp.readFile(name, answer)).catch((problem: unknown) => {
      if ((problem as { code?: unknown }).code === noSuchFile) return undefined;
      throw problem;
    }),
  create: (name, text) =>
    request<void>((answer) =>
      sftp.writeFile(name, Buffer.from(text, 'latin1'), { flag: 'wx' }, (problem) =>
        answer(problem, undefined),
      ),
    ),
  rename: (from, to) =>
    request<void>((answer) => sftp.rename(from, to, (problem) => answer(problem, undefined))),
  remove: (name) => request<void>((answer) => sftp.unlink(name, (problem) => answer(problem, undefined))),
  list: async (folder) => {
    const found = await request((answer: Answer<{ filename: string; attrs: Stated }[]>) =>
      sftp.readdir(folder, answer),
    );
    return found
      .filter(({ attrs }) => attrs.isFile())
      .map(({ filename, attrs }) => ({ name: filename, size: attrs.size, changedAt: attrs.mtime }));
  },
});

interface Stated {
  size: number;
  mtime: number;
  isFile: () => boolean;
}
