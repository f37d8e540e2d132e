import { vouchers } from '../../shared/contracts/vouchers.ts';
import { loadOnce, showFailure, useAction, useJob } from '../app/data.ts';
import { notify } from '../app/notices.ts';
import { Button } from '../ui/Button.tsx';
import { useConfirm } from '../ui/confirm.tsx';
import type { Program } from './program-form.ts';

/** Specified confirmation (spec 2 §4). */
const question =
  'Are you sure you want to publish the program? After this action, all vouchers will be sent to the specified email addresses and you will not be able to edit anything.';

export function PublishProgram({ program, onBegun }: { program: Program; onBegun: () => Promise<unknown> }) {
  const publish = useAction(vouchers.publish);
  const confirm = useConfirm();
  const { job } = useJob(program.publishJobId);
  const { id, publishedOn, version, sums } = program;
  const isBroken = job?.status === 'failed';
  if (publishedOn && !isBroken) return null;
  const params = { voucherProgramId: id };
  const send = async () => {
    try {
      if (!isBroken && (await loadOnce(vouchers.checkPublished, { params }))) {
        notify.info('This program was already published.');
        return void (await onBegun());
      }
    } catch (error) {
      return showFailure(error);
    }
    const emails = `${sums.waiting.toLocaleString('en-US')} ${sums.waiting === 1 ? 'email' : 'emails'}`;
    const isWanted = await confirm({
      title: `Publish and send ${emails}?`,
      text: question,
      action: `Publish and send ${emails}`,
    });
    if (!isWanted) return undefined;
    await publish.act({ params, body: { version } });
    await onBegun();
  };
  return (
    <Button
      kind="action"
      icon="mail"
      busy={publish.running}
      busyLabel="Publishing…"
      onClick={() => void send()}
    >
      {isBroken ? 'Resume publishing' : 'Publish'}
    </Button>
  );
}
