import { PullToRefresh } from 'antd-mobile'
import type { ReactNode } from 'react'
import './antd-mobile.ts'

/**
 * A list that asks the server again when it is pulled down: an installed app has no reload button.
 * @param onRefresh may fail; the list says by itself how old it is
 */
export function RefreshByPull({
  onRefresh,
  children,
}: {
  onRefresh: () => Promise<unknown>
  children: ReactNode
}) {
  return <PullToRefresh onRefresh={onRefresh}>{children}</PullToRefresh>
}
