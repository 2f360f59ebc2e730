import { OutboxNotice } from '#features/participant/outbox'

/** Apart from home, since it brings the outbox along. */
export default OutboxNotice
