import type { PortalModules } from './portal-modules.ts';

/** The simulated outcome of uploads. */
export const outboxModes = [
  { id: 'takes', name: 'Take every file' },
  { id: 'loses', name: 'Lose every file on its way' },
  { id: 'hides', name: 'Take every file, but break off before saying so' },
] as const;
export type OutboxMode = (typeof outboxModes)[number]['id'];

const name = 'local bank';
/** By client, because a changed source creates another client. */
const modes = new WeakMap<object, OutboxMode>();

/**
 * Sets what the way to the outbox does with uploads from now on. The portal hears nothing of a file that is lost or
 * hidden: its delivery is Unknown.
 */
export function setOutboxMode({ s3 }: Pick<PortalModules, 's3'>, mode: OutboxMode): void {
  s3.middlewareStack.remove(name);
  modes.set(s3, mode);
  if (mode === 'takes') return;
  s3.middlewareStack.add(
    (next, context) => async (request) => {
      const { Bucket } = request.input as { Bucket?: string };
      const isOutbox = Bucket === (process.env.OUTBOX_BUCKET ?? 'wellport-outbox');
      if (!isOutbox || context.commandName !== 'PutObjectCommand') return next(request);
      if (mode === 'hides') await next(request);
      throw new Error('the local bank broke the connection off');
    },
    { step: 'initialize', name },
  );
}

export const outboxMode = ({ s3 }: Pick<PortalModules, 's3'>): OutboxMode => modes.get(s3) ?? 'takes';
