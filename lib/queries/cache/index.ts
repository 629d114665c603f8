export { QueryClient } from "./client.ts";
export {
  HydrationBoundary,
  QueryClientProvider,
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from "./hooks.tsx";
export { queryOptions } from "./options.ts";
