import type { NoticeKind } from '../app/notices.ts';
import type { IconName } from './Icon.tsx';

export const noticeIcons: Record<NoticeKind, IconName> = {
  success: 'check-circle',
  info: 'info',
  warning: 'warning',
  error: 'error',
};
