/**
 * Shapes (`patternShape`) of the starter pack's patterns that structure alone does not prove safe: the check has found
 * nothing in them, and would take ten seconds to find nothing again on each machine that imports the pack. A test holds
 * the list to the pack and makes the check.
 */
export const CHECKED_SHAPES: ReadonlySet<string> = new Set([
  // starter-git-checkout-dot
  '1c10766d524dd120',
  // starter-git-commit-no-message
  '4b3fb4f18d818a91',
  // starter-gh-pr-create-interactive
  '7403e6aff8fb650d',
  // starter-rm-rf-root
  'dd13392a1e42de96',
  // starter-chmod-777
  '9e0180f18d42aa39',
  // starter-tsc-with-file
  'd323ccb24f1d7de8',
  // starter-find-delete-order
  'f087fe82f87594e9',
  // starter-gh-api-shell-query
  'fb6840cd9e621875',
]);
