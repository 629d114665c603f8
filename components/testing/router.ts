/** Replaces Next's navigation in tests without a router: nothing moves, and addresses that are pushed are noted. */
export const pushed: string[] = [];
export const useRouter = () => ({
  refresh: () => undefined,
  push: (address: string) => void pushed.push(address),
  replace: () => undefined,
});
export const usePathname = () => "/";
export const useSearchParams = () => new URLSearchParams();
export const notFound = (): never => {
  throw new Error("The page is not found.");
};
