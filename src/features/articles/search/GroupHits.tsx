import { LoadState } from '#ui/LoadState.tsx'
import { LoadMore } from '#ui/LoadMore.tsx'
import { useInfiniteList } from '#platform/use-infinite-list.ts'
import { HitList } from './HitList.tsx'
import { groupQuery, searchInfoKey, searchListKey } from './queries.ts'

/** Lists all hits of a group, page by page. */
export function GroupHits({
  q,
  name,
  module,
  terms,
  onFollow,
}: {
  q: string
  name: string
  /** Undefined until the module of the group is known. */
  module: string | undefined
  terms: readonly string[]
  onFollow: () => void
}) {
  const list = useInfiniteList(groupQuery(q, name, module), searchListKey, searchInfoKey)
  if (!list.rows || !module)
    return <LoadState failed={list.hasFailed} retry={() => void list.reload()} rows={4} />
  return (
    <>
      <HitList module={module} hits={list.rows} terms={terms} onFollow={onFollow} />
      <LoadMore
        shownCount={list.rows.length}
        total={list.pageInfo.total}
        busy={list.isLoading}
        failed={list.hasFailed}
        onMore={list.hasMore ? list.loadMore : undefined}
      />
    </>
  )
}
