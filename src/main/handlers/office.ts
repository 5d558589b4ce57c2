import type { HandlersOf } from '../../shared/contract/contract.ts';
import { AppError } from '../../shared/errors.ts';
import { msg } from '../../shared/message.ts';
import type { JoinPlan, LeavePlan, Office } from '../office/office.ts';
import { createPlans } from '../platform/plans.ts';
import type { App } from '../services/createApp.ts';

/** The calls `office.*`. A password comes in and is never returned. */
export function officeHandlers({ office }: App): HandlersOf<'office'> {
  const plans = createPlans<JoinPlan>();
  const leaving = createPlans<LeavePlan>();
  /** Throws AppError `state` if this host supports no office. */
  const need = (): Office => {
    if (office) return office;
    throw new AppError('state', msg('office.error.notHere'));
  };
  return {
    'office.status': ({ waits }) => (waits ? need().statusNow() : need().status()),
    'office.conflicts': () => need().conflicts(),
    'office.settle': ({ id, keep }) => {
      need().settle(id, keep);
      return null;
    },
    'office.setOpen': ({ window, record }) => {
      need().setOpen(window, record);
      return null;
    },
    'office.fieldChanges': (record) => need().fieldChanges(record),
    'office.setApprovedOnly': ({ accountId, isOn }) => {
      need().setApprovedOnly(accountId, isOn);
      return null;
    },
    'office.create': async (login) => {
      await need().create(login);
      return null;
    },
    'office.preview': async (login) => {
      const accounts = await need().preview(login);
      return { id: plans.keep({ login, accounts }), accounts };
    },
    'office.join': ({ plan }) => need().join(plans.take(plan)),
    'office.leavePreview': () => {
      const plan = need().leavePreview();
      const { address, waiting, queued } = plan;
      return { id: leaving.keep(plan), address, waiting, queued: queued.size };
    },
    'office.leave': ({ plan }) => need().leave(leaving.take(plan)),
  };
}
