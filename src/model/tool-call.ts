/** A tool call as the matcher sees it, whatever the agent. */
export interface ToolCall {
  /** Canonical tool name. */
  tool: string;
  nativeTool: string;
  /** Canonical field names: command, file_path, old_string, new_string, content, pattern, path. */
  input: Record<string, unknown>;
  cwd: string;
  /** Paths that the call touches; several for a patch. */
  paths: string[];
}
