import * as z from 'zod';
import { missingFile } from '../../shared/field-sentences.ts';

/** A file size in words people use: 25600 → '25 KB', 1048576 → '1 MB'. */
export const fileSize = (bytes: number): string =>
  bytes >= 1_048_576 ? `${Number((bytes / 1_048_576).toFixed(1))} MB` : `${Math.ceil(bytes / 1024)} KB`;

export interface FileRule {
  label: string;
  /** File name endings, with the dot, in small letters. */
  accept: readonly string[];
  maxBytes: number;
  required?: boolean;
  /** Whole sentences, where the specification words them. */
  tooLarge?: string;
  wrongKind?: string;
}

/** A chosen file of a form: its ending and its size are judged before anything is sent. */
export function fileField(rule: FileRule) {
  const { label, accept, maxBytes, required = true } = rule;
  const tooLarge = rule.tooLarge ?? `File size exceeds the limit of ${fileSize(maxBytes).replace(' ', '')}`;
  const wrongKind = rule.wrongKind ?? `${label} must be a file of type ${accept.join(', ')}.`;
  const file = z
    .instanceof(File, { error: missingFile })
    .refine((chosen) => accept.some((ending) => chosen.name.toLowerCase().endsWith(ending)), {
      error: wrongKind,
      abort: true,
    })
    .refine((chosen) => chosen.size <= maxBytes, { error: tooLarge });
  return (required ? file : file.optional()).meta({ title: label });
}
