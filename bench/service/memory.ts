export async function measureMemory(_folder: string, _root: string): Promise<void> {}
