import { anyOf } from '../../text/any-of.ts';

/** How clients say that a session has no tool of a name. */
export const NO_TOOL = anyOf(
  [
    /(?:Error: )?No such tool available: /,
    /unsupported (?:custom tool )?call: /,
    /.{0,90}\bcall unavailable tool /,
    /Tool (?=[`'"][\w.:/-]+[`'"] does not exist)/,
  ],
  { before: /^(?:<tool_use_error>)?/, after: /[`'"]?([\w:/-]+(?:\.[\w-]+)*)/, flags: 'm' },
);
