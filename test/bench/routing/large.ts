export async function measureLarge(_graph: unknown): Promise<void> {}
