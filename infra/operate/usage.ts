/** `npm run operate -- <command>`: operator commands for a deployment. */
export const usage = `npm run operate -- <command> --stage production

  first-admin <email> --name "Ada Okafor"
    Adds the first administrator and prints the link to choose a password.
  reset-second-factor <email>
    Turns off the authenticator app of an administrator who lost the phone, and ends every session.
  smoke [--release <commit>]
    Checks pages, API, table, files, and key, as a visitor, for up to a minute, and records a release that passes as good.
  rollback [--to <release>]
    Restores functions and pages of the last good (or another) release. Data is not changed.
  prune [--carry-out]
    Removes versions of functions, and their roles, that none of the last five good releases has. Without --carry-out, it
    is a dry run.
  releases
    Lists which release was live when, and whether it passed the smoke check.
  stop
    Stops every function that changes data, within a minute and without a deployment. Pages still show data.
  resume
    Ends a stop.
  check-ledger [202611]
    Verifies every ledger entry and payment, optionally from a month, and lists each difference. Changes nothing.
  verify-agreement <file.pdf>
    Verifies the seal of a signed agreement. Works offline with the file only.
  restore --to 2026-11-20T08:00:00Z
    Creates a table with the data of that time and verifies it. It is not used yet.
  restore-drill [--list]
    Restores the table to an hour ago, verifies and deletes the copy, and records the proof; or lists the proofs.
  replay-erasures [<table>]
    After a switch to a restored table: repeats the erasures that the former table (the stage's own) contains.
  switch-table <table> | own
    During a stop, makes all functions use a restored table, or the stage's own again. Needs no deployment.
  rebuild-people [--carry-out] [--again]
    After the loss of the user pool: creates a login for every user of the table and emails a link to choose a
    password. Without --carry-out, it is a dry run. Resumes after an interruption.
  export-person <email or member id> --into <folder>
    Writes all data of a person into files.
  erase-person <email or member id> [--dry-run]
    Erases data of a former member that need not be retained, and lists what remains.
  disable-user <email>
    Ends a user's sessions and refuses further ones. enable-user reverts it.
  rotate-key fingerprint [--carry-out] [--again]
    Adds a version of the fingerprint key and upgrades the table while the portal is in use. Without --carry-out, it is
    a dry run. Resumes after an interruption.
  rotate-key invitation [--carry-out]
    Adds a version of the invitation key, in two runs one hour apart; earlier links and passes remain valid.
  rotate-cdn-secret [--carry-out]
    Replaces the secret between CDN and functions while the portal is in use, within minutes. Without --carry-out, it is
    a dry run.
  retire-key fingerprint
    Rejects values of earlier versions. Refuses while a row has one.
  logs '<query>' [--hours 3]
    Runs a query of CloudWatch Logs Insights over all logs of the stage and prints up to 100 lines.
  alarm-exam
    Plants faults in simulated metrics and prints the alarm that each one raises. Needs no account.
  cost
    Writes docs/cost.md from measured units and prices.
  asvs
    Writes docs/asvs.md from docs/asvs.tsv.
  capacity [--members 1000000]
    Lists the quotas of AWS and of the stage with their use, the fullest first. Needs no account.
  compare-templates
    Lists changes of deployed stacks that AWS would refuse, or that replace resources or lose data, from the templates in
    cdk.out. Changes nothing.
  compare-contract
    Lists changes of the contract that would break open pages of the deployed release. Changes nothing.`;
