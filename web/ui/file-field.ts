import * as z from 'zod';
import { missingFile } from '../../shared/field-metadata.ts';

/** 25600 → '25 KB', 1048576 → '1 MB'. */
export const fileSize = (bytes: number): string =>
  bytes >= 1_048_576 ? `${Number((bytes / 1_048_576).toFixed(1))} MB` : `${Math.ceil(bytes / 1024)} KB`;

export interface FileRule {
  label: string;
  /** Lowercase file extensions, with the dot. */
  accept: readonly string[];
  maxBytes: number;
  required?: boolean;
  /** Error messages, where the specification defines them. */
  tooLarge?: string;
  wrongKind?: string;
}

/** Returns a schema that validates the extension and size of a file before it is sent. */
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
