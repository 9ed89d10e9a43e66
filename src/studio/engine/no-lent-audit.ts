/**
 * What workers have in the place of simulate/audit/lent.ts (scripts/build-studio.mjs puts it there): most runs there are of a problem that has just changed, and have audits of their own, which judge the same.
 */
import { type Audited, type AuditSink, audit } from "../../simulate/audit/audit.ts";

export const lentAudit = (audited: Audited): { readonly sink: AuditSink; giveBack(): void } => ({
  sink: audit(audited),
  giveBack() {},
});
