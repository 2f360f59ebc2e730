export { AfterApproval } from './AfterApproval.tsx'
export { fetchOwnRows, ownRowsKey, ownRowsQuery, type OwnModule, type OwnRow } from './own-rows.ts'
