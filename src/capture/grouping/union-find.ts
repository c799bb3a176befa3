/** Disjoint sets over strings; the name of a set is its smallest member, whatever the order of unions. */
export class UnionFind {
  readonly #parent = new Map<string, string>();

  add(item: string): void {
    if (!this.#parent.has(item)) this.#parent.set(item, item);
  }

  find(item: string): string {
    this.add(item);
    let root = item;
    for (let next = this.#parent.get(root)!; next !== root; next = this.#parent.get(root)!) root = next;
    for (let at = item; at !== root; ) {
      const next = this.#parent.get(at)!;
      this.#parent.set(at, root);
      at = next;
    }
    return root;
  }

  join(a: string, b: string): void {
    const [x, y] = [this.find(a), this.find(b)];
    if (x === y) return;
    if (x < y) this.#parent.set(y, x);
    else this.#parent.set(x, y);
  }
}
