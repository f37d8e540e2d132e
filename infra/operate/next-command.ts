/** Returns a command for the stage in use, as printed for the operator. */
export const nextCommand = (command: string): string =>
  `npm run operate -- ${command} --stage ${process.env.OPERATED_STAGE ?? '<stage>'}`;
