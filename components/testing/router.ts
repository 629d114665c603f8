/** Replaces Next's navigation in tests without a router: nothing moves. */
export const useRouter = () => ({ refresh: () => undefined, push: () => undefined, replace: () => undefined });
export const usePathname = () => "/";
export const useSearchParams = () => new URLSearchParams();
