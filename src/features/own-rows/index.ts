export { fetchOwnRows, ownRowsKey, ownRowsQuery, type OwnModule, type OwnRow } from './own-rows.ts'
export { useIsSent } from './use-is-sent.ts'
