import type { CompletedCommand } from './offers.ts';
import { flagsOf } from './words.ts';

/** For PowerShell: commands and flags, not what stands behind them. */
export function powershell(commands: CompletedCommand[]): string {
  const text = (value: string) => `'${value.replaceAll("'", "''")}'`;
  const rows = commands.map(
    (command) => `    ${text(command.words.join(' '))} = @(${flagsOf(command).map(text).join(', ')})`,
  );
  return `# Completion of lessons for PowerShell.
Register-ArgumentCompleter -Native -CommandName lessons -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $flags = @{
${rows.join('\n')}
  }
  $typed = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  if ($wordToComplete -ne '') { $typed = @($typed | Select-Object -SkipLast 1) }
  $plain = @($typed | Where-Object { -not $_.StartsWith('-') })
  $offered = if ($plain.Count -eq 0) {
    $flags.Keys | ForEach-Object { ($_ -split ' ')[0] }
  } else {
    $two = if ($plain.Count -gt 1) { "$($plain[0]) $($plain[1])" } else { '' }
    if ($two -ne '' -and $flags.ContainsKey($two)) { $flags[$two] } else {
      $flags[$plain[0]]
      $flags.Keys | Where-Object { $_ -like "$($plain[0]) *" } | ForEach-Object { ($_ -split ' ')[1] }
    }
  }
  $offered | Where-Object { $_ -like "$wordToComplete*" } | Sort-Object -Unique | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
}
